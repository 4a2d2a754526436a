import { Refusal } from '#kit/failure.ts';

/** 401: a callback that the service in whose name it came has not signed. */
export function callbackNotVerified(
  message = 'The signature of the callback is missing or wrong',
): Refusal {
  return new Refusal('callback_not_verified', 401, message);
}
