# SophaxNode. `make` alone prints the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
ARGS ?=

# The installed program must run where no Swift is: the standard library goes into it.
RELEASE = -c release --static-swift-stdlib

.DEFAULT_GOAL := help
.PHONY: help packages build demo test run bench lint docs install uninstall clean

help: ## print the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

packages: ## install the system packages that are missing
	@scripts/install-packages

build: packages ## build the program, release
	$(SWIFT) build $(RELEASE) --product sophax

demo: build ## the whole thing on this machine, on a private Tor network, without the internet
	@scripts/demo

test: packages ## run all tests, those over real Tor included
	@scripts/install-packages tmux || echo 'the tests of the full-screen chat need tmux and are skipped' >&2
	$(SWIFT) test $(ARGS)

run: build ## join the Tor network (ARGS="--tor own" and the like)
	@scripts/run $(ARGS)

bench: packages ## measure (ARGS="--json network": one suite, one JSON line a figure)
	$(SWIFT) build $(RELEASE) --product sophax
	$(SWIFT) build $(RELEASE) --product sophax-bench
	@.build/release/sophax-bench $(ARGS)

lint: ## check layout, imports and bounds
	@scripts/lint

docs: ## write the manual pages again from the program's own tables
	$(SWIFT) build --product sophax
	.build/debug/sophax help --roff > Docs/man/sophax.1
	.build/debug/sophax help --roff configuration > Docs/man/sophax.conf.5

install: ## install what make build made (PREFIX=/usr/local, DESTDIR=)
	@test -x .build/release/sophax || { echo 'run make build first' >&2; exit 1; }
	install -D -s -m 0755 .build/release/sophax $(DESTDIR)$(PREFIX)/bin/sophax
	install -D -m 0644 Docs/man/sophax.1 $(DESTDIR)$(PREFIX)/share/man/man1/sophax.1
	install -D -m 0644 Docs/man/sophax.conf.5 $(DESTDIR)$(PREFIX)/share/man/man5/sophax.conf.5
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -d $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	.build/release/sophax completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sophax
	.build/release/sophax completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sophax
	.build/release/sophax completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sophax.fish
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system
	sed 's|@PREFIX@|$(PREFIX)|' deploy/sophax.service > $(DESTDIR)$(PREFIX)/lib/systemd/system/sophax.service
	install -D -m 0644 deploy/sysusers.conf $(DESTDIR)$(PREFIX)/lib/sysusers.d/sophax.conf
	install -D -m 0644 deploy/tmpfiles.conf $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/sophax.conf
	install -D -m 0644 deploy/sophax.conf $(DESTDIR)$(PREFIX)/share/doc/sophax/sophax.conf

uninstall: ## remove what make install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/sophax $(DESTDIR)$(PREFIX)/share/man/man1/sophax.1 \
	  $(DESTDIR)$(PREFIX)/share/man/man5/sophax.conf.5 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sophax \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sophax \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sophax.fish \
	  $(DESTDIR)$(PREFIX)/lib/systemd/system/sophax.service $(DESTDIR)$(PREFIX)/lib/sysusers.d/sophax.conf \
	  $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/sophax.conf $(DESTDIR)$(PREFIX)/share/doc/sophax/sophax.conf

clean: ## remove what was built
	rm -rf .build
