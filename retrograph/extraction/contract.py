"""What a valid extraction is: from elements that were read to typed values that may be stored; pure.

The XML that every extractor emits (`elements.graph_markup` writes it, `xml.read` reads it, `schema.relax_ng`
states it formally)::

    <temporal_graph>
      <entities>
        <entity type="library" name="jose">
          <alias>panva/jose</alias>
          <property key="runtime" valid_from="2025-03">edge<quote>runs on the edge since March</quote></property>
        </entity>
      </entities>
      <relationships>
        <relationship type="uses" source="auth middleware" target="jose" weight="1.0"
                      valid_from="2025-03-01" valid_to="current" evidence="stated" replaces="jsonwebtoken">
          <quote>exact words of the observation</quote>
          <reasoning>Edge runtime needs Web Crypto</reasoning>
          <sentiment>positive</sentiment>
          <alternatives><alt>jsonwebtoken</alt></alternatives>
        </relationship>
        <retraction type="uses" source="parser" target="regex"><quote>...</quote><reasoning>...</reasoning></retraction>
      </relationships>
    </temporal_graph>

**entity**: `type` and `name`; the name or one alias must stand in the text, and an alias that does not is left out.
**relationship**: `type`, `source`, `target`; optional `source_type`, `target_type` where a name has several types.
An end is named as it is listed (name or alias), or as it is known already. Without a quote, both names must stand
in the text. `replaces` names the earlier target that ends where this one starts.
**retraction**: the same without `replaces`; it says that the relation was never so (between its dates, if any).
**property**: `key` (kept in lower case) and the value as its text. Without a quote the value must stand in the text.

Times, on relationship, retraction and property. A date is `2025`, `2025-03`, `2025-03-15` or a date-time; without an
offset it is read in the observation's zone.

=============  =================  ==========================================================================
`valid_from`   `valid_to`         meaning
=============  =================  ==========================================================================
none, unknown  none, unknown,     it is so from the observation's time on, until further notice (start assumed)
               current
date           the same           it is so from that date on, until further notice
date           date               it is so between them
unknown        date               it stopped being so then; nothing is said of its start
none           date               the same; only where the date lies after the observation it is so until then
=============  =================  ==========================================================================

A bound that is exactly the observation's own instant counts as assumed, not as stated; so "we no longer use X" is
`valid_from="unknown"` and `valid_to` = the observation's instant. `phrase_from` and `phrase_to` may keep the words a
date was read from ("last March"); they must stand in the text.

`weight` is a number from 0.1 to 1.0 (default 1.0), `evidence` one of planned, stated, observed (default stated), on
relationship, retraction and property. A quote is exact words of the observation, but for white space.

Whatever breaks a rule is quarantined with its raw text and the reason. Nothing invalid is returned.
"""
