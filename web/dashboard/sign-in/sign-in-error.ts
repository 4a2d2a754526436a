/** Signing in failed for a reason that the person can read. */
export class SignInError extends Error {
  override name = 'SignInError';
}
