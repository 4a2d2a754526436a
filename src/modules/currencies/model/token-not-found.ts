import { Refusal } from '#kit/failure.ts';

/** 404, in the words of the public API, which calls every currency a token. */
export function tokenNotFound(): Refusal {
  return new Refusal('token_not_found', 404, 'Token not found');
}
