/**
 * True if replies are validated against their schemas before sending: in tests and development, where
 * SOCAVON_CHECK_REPLIES is set, so that a reply that violates its contract fails there. Off in normal use, because
 * validating point arrays is slow.
 */
export function checksReplies(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.SOCAVON_CHECK_REPLIES === '1';
}
