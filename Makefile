# Baton: what people run. Each target installs what it needs; PACKAGES=no leaves the system alone.
# `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# lld: the other linkers warn of a function that Swift's library mentions and nobody calls.
RELEASE := swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld
BIN := .build/release

.PHONY: help demo play build test check format bench fuzz faults deploy-check sanitize packages clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

packages: ## the C libraries and small tools, from Debian
	@deploy/packages.sh

build: packages ## the four programs, release, in .build/release
	@$(RELEASE) --product baton-relay
	@$(RELEASE) --product baton-watch
	@$(RELEASE) --product baton-phone
	@$(RELEASE) --product baton-shop

demo: build ## one purchase from the watch to the phone, in this terminal
	@deploy/demo/demo.sh $(BIN)

play: build ## the same by hand: two live terminals in tmux
	@deploy/packages.sh tmux
	@deploy/demo/play.sh $(BIN)

test: packages ## every test, and what is made here opened by other people's libraries
	@deploy/packages.sh strace
	@swift build --build-tests
	@swift test --skip-build --skip Live
	@swift test --skip-build --filter Live --no-parallel
	@Tests/interop/run.sh

check: packages ## format, lint, tidy tests
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests
	@swift build --build-tests
	@swift test --skip-build --filter TidyTests

format: ## settle the format of every file
	@swift format --in-place --recursive --parallel Package.swift Sources Tests

bench: build ## the measurements, beside the bounds of this machine
	@deploy/packages.sh gcc libc6-dev strace
	@$(RELEASE) --product baton-bench
	@Tests/bench/run.sh $(BIN)

faults: build ## kills, races and a listener on the wire; FAULTS="--seed 7 kill-shop" chooses
	@python3 Tests/faults/run.py $(BIN) $${FAULTS:-}

fuzz: packages ## every parser of foreign bytes, SECONDS_EACH seconds long (default 30)
	@Tests/fuzz/run.sh $${SECONDS_EACH:-30}

# The leak checker reports what the test runner and the runtime keep until the end; thread.txt says what the thread
# sanitizer cannot know. Suites that start programs prove nothing here, for the programs are not instrumented.
sanitize: export ASAN_OPTIONS := detect_leaks=0
sanitize: export TSAN_OPTIONS := suppressions=$(CURDIR)/Tests/sanitize/thread.txt
sanitize: packages ## the tests under the address sanitizer, then under the thread sanitizer
	@for kind in address thread; do \
		under="--sanitize=$$kind --scratch-path .build/$$kind"; \
		swift build --build-tests $$under; \
		swift test --skip-build $$under --skip 'Live|TidyTests'; \
		swift test --skip-build $$under --filter 'HTTPServerTests|HTTPClientTests' --no-parallel; \
	done

deploy-check: packages ## the systemd unit and the nginx example, by the real ones
	@deploy/packages.sh nginx-light
	@$(RELEASE) --product baton-relay
	@$(RELEASE) --product baton-bench
	@Tests/deploy/check.sh $(BIN)

clean: ## what was built
	@rm -rf .build .venv
