# What a pull request changes, for the summary of the job and for its comment.
# MANIFESTS: the file or folder; BASE: the commit to compare with; PAGE: the address of a page, or empty.
set -euo pipefail
before=$(mktemp -d "$RUNNER_TEMP/schedscope-base-XXXXXX")
report="$RUNNER_TEMP/schedscope-report.md"

git fetch --quiet --no-tags --depth=1 origin "$BASE"
git worktree add --quiet --force --detach "$before" "$BASE"
if [ ! -e "$before/$MANIFESTS" ]; then
  echo "::notice::$MANIFESTS is new: there is no decision to compare with."
  exit 0
fi

# 1: an answer is incomplete, which the report says; 3: nothing is decided.
briefly() {
  local status=0
  schedscope compare "$before/$MANIFESTS" "$MANIFESTS" --brief --quiet "$@" || status=$?
  if [ "$status" -gt 1 ]; then return "$status"; fi
}
status=0
changed=$(briefly -o name 2> "$RUNNER_TEMP/schedscope-errors.txt") || status=$?
if [ "$status" = 3 ]; then
  echo "::notice::Nothing is decided: $MANIFESTS has neither Placements with clusters nor pods."
  exit 0
fi
if [ "$status" != 0 ]; then
  cat "$RUNNER_TEMP/schedscope-errors.txt" >&2
  exit "$status"
fi

{
  echo "## What this change decides otherwise"
  echo
  briefly -o markdown 2> "$RUNNER_TEMP/schedscope-errors.txt"
  if [ -n "$PAGE" ] && link=$(schedscope open "$MANIFESTS" --link "$PAGE" 2> /dev/null); then
    # A comment has at most 65,536 characters.
    if [ "${#link}" -le 40000 ]; then
      echo
      echo "[Open this state in the page]($link)"
    fi
  fi
} > "$report"
cat "$report" >> "$GITHUB_STEP_SUMMARY"
{
  echo "report=$report"
  if [ -n "$changed" ]; then echo "changed=true"; else echo "changed=false"; fi
} >> "$GITHUB_OUTPUT"
