.DEFAULT_GOAL := help
.PHONY: help demo test check bench

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Show what Retrograph does, on a small history of its own
	retrograph demo

test: ## Run the tests (HYPOTHESIS_PROFILE=nightly: 2,000 examples a property)
	pytest

check: ## Check style, types and architecture
	ruff check .
	ruff format --check .
	mypy --strict
	lint-imports

bench: ## Measure: speed and size, and on the data beside the checkout as-of answers over HTTP and extraction
	python benchmarks/speed.py
	python benchmarks/peps.py
	python benchmarks/extraction_speed.py
	retrograph eval extraction ../shared/data/extraction_gold/dev.jsonl
