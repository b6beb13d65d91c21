#!/usr/bin/env bash
# Compares the description in SPEC with that of the revision BASE. DIFF is the command that compares; the report goes to
# the summary of the job. Ends with the exit code of the comparison.
set -euo pipefail

: "${SPEC:?the path of the description}" "${BASE:?the revision to compare with}" "${DIFF:?the command that compares}"
case $BASE in -*) echo "::error::$BASE is no revision" && exit 2 ;; esac
case $SPEC in /* | *..*) echo "::error::path must be inside of the repository" && exit 2 ;; esac
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}

if ! git cat-file -e "$BASE^{commit}" 2>/dev/null && ! git fetch --quiet --depth=1 origin "$BASE"; then
  echo "::error::the revision $BASE cannot be fetched; check out with fetch-depth: 0"
  exit 1
fi

report=$(mktemp)
trap 'rm -f "$report"' EXIT
if ! git cat-file -e "$BASE:$SPEC" 2>/dev/null; then
  echo "The description \`$SPEC\` is new: $BASE does not have it." >>"$summary"
  echo "exit-code=0" >>"${GITHUB_OUTPUT:-/dev/null}"
  exit 0
fi

code=0
# shellcheck disable=SC2086 # the command is words
$DIFF "$BASE:$SPEC" "$SPEC" --format markdown --fail-on "${FAIL_ON:-breaking}" >"$report" || code=$?
{
  echo "## Changes of \`$SPEC\`"
  echo
  cat "$report"
} >>"$summary"
echo "exit-code=$code" >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
