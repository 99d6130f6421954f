/**
 * Whether replies are parsed by their schemas before they are sent: in tests and development, where
 * SOCAVON_CHECK_REPLIES is set, so that a reply which leaves its contract fails there. Not at a person's work, whose
 * points would be looked at twice.
 */
export function checksReplies(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.SOCAVON_CHECK_REPLIES === '1';
}
