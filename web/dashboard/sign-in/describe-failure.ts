import { ApiError } from '../api/client.ts';
import { messages } from '../messages/en.ts';
import { SignInError } from './sign-in-error.ts';

/** Why signing in failed, for the person to read. */
export function describeFailure(error: unknown): string {
  const isExplained = error instanceof ApiError || error instanceof SignInError;
  return isExplained ? error.message : messages.failure.broken;
}
