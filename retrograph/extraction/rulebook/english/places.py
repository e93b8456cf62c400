"""Names of countries and large cities: a slow class of words, needed where a place and a company look the same.

"Kim moved to Lisbon" and "Kim moved to Hooli" differ in nothing else. Names that are as often something else (Java,
Phoenix, Nice, Reading, Orlando) are left out.
"""

from __future__ import annotations

import re
from typing import Final

_NAMES: Final = (
    # countries
    "Argentina Australia Austria Bangladesh Belgium Bolivia Brazil Bulgaria Cambodia Canada Chile China Colombia "
    "Croatia Cuba Cyprus Czechia Denmark Ecuador Egypt Estonia Ethiopia Finland France Germany Ghana Greece Hungary "
    "Iceland India Indonesia Iran Iraq Ireland Israel Italy Japan Kenya Korea Kuwait Latvia Lebanon Lithuania "
    "Luxembourg Malaysia Malta Mexico Mongolia Morocco Nepal Netherlands Nigeria Norway Pakistan Panama Peru "
    "Philippines Poland Portugal Qatar Romania Russia Scotland Senegal Serbia Singapore Slovakia Slovenia Spain "
    "Sweden Switzerland Taiwan Thailand Tunisia Turkey Uganda Ukraine Uruguay Venezuela Vietnam Wales England "
    # cities
    "Aarhus Abuja Accra Adelaide Ahmedabad Amman Amsterdam Ankara Antwerp Athens Atlanta Auckland Austin Baghdad Baku "
    "Baltimore Bangalore Bengaluru Bangkok Barcelona Basel Beijing Beirut Belfast Belgrade Bergen Berlin Bern Bilbao "
    "Birmingham Bogotá Bogota Bologna Bonn Bordeaux Boston Bratislava Bremen Brisbane Bristol Brno Brussels Bucharest "
    "Budapest Busan Cairo Calgary Cambridge Canberra Caracas Cardiff Casablanca Chengdu Chennai Chicago Cologne "
    "Copenhagen Cork Dakar Dallas Damascus Delhi Denver Detroit Dhaka Doha Dortmund Dresden Dubai Dublin Düsseldorf "
    "Edinburgh Eindhoven Florence Frankfurt Fukuoka Gdańsk Gdansk Geneva Genoa Ghent Glasgow Gothenburg Graz "
    "Guadalajara Guangzhou Gwangju Daejeon Daegu Incheon Suwon Jeju Pangyo Seoul Hamburg Hanoi Havana Helsinki "
    "Hiroshima Houston Hyderabad Islamabad Istanbul Jakarta Jerusalem Johannesburg Karachi Kathmandu Kobe Kolkata "
    "Kraków Krakow Kyiv Kyoto Lagos Lahore Leeds Leipzig Lille Lima Lisbon Liverpool Ljubljana London Lucknow Lyon "
    "Madrid Malmö Malmo Manchester Manila Marseille Medellín Medellin Melbourne Miami Milan Minneapolis Minsk "
    "Montevideo Montreal Montréal Moscow Mumbai Munich München Nagoya Nairobi Nantes Naples Nashville Newcastle "
    "Nuremberg Osaka Oslo Ottawa Palermo Paris Perth Philadelphia Pittsburgh Porto Portland Poznań Poznan Prague "
    "Pune Quito Reykjavik Riga Rome Rotterdam Sacramento Salzburg Santiago Sapporo Sarajevo Seattle Sendai Seville "
    "Shanghai Shenzhen Sheffield Sofia Stockholm Strasbourg Stuttgart Sydney Taipei Tallinn Tampa Tashkent Tbilisi "
    "Tehran Tirana Tokyo Toronto Toulouse Trondheim Tunis Turin Utrecht Valencia Vancouver Venice Vienna Vilnius "
    "Warsaw Washington Wellington Winnipeg Wrocław Wroclaw Yokohama Zagreb Zaragoza Zürich Zurich"
)
_PHRASES: Final = (
    "New York|New York City|Los Angeles|San Francisco|San Diego|San Jose|Las Vegas|Salt Lake City|Hong Kong|Tel Aviv"
    "|Abu Dhabi|Buenos Aires|Rio de Janeiro|São Paulo|Sao Paulo|Mexico City|Cape Town|Kuala Lumpur|Ho Chi Minh City"
    "|The Hague|New Delhi|New Zealand|South Africa|South Korea|Saudi Arabia|Sri Lanka|Costa Rica|United States"
    "|United Kingdom|Czech Republic|Addis Ababa|St\\. Petersburg|the US|the USA|the UK|the EU|the Netherlands"
)
_KNOWN: Final = frozenset(_NAMES.split())
_KNOWN_PHRASE: Final = re.compile(rf"(?:{_PHRASES})")
_ADDED: Final = re.compile(r",.*$|\s(?:office|campus|headquarters|HQ|branch|region|area)$")


def is_known_place(text: str) -> bool:
    """Whether the text is the name of a country or a large city, also with what may follow it.

    >>> is_known_place("Lisbon"), is_known_place("Berlin office"), is_known_place("Hooli")
    (True, True, False)
    """
    name = _ADDED.sub("", text)
    return name in _KNOWN or _KNOWN_PHRASE.fullmatch(name) is not None
