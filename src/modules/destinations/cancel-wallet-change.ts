import { Refusal } from '#kit/failure.ts';

/**
 * Takes back a change of wallet that still waits. Always refuses (404): here a change takes effect
 * at once, so none ever waits. It is there for clients of the public API, which ask.
 */
export function cancelWalletChange(): Promise<never> {
  return Promise.reject(noPendingChange());
}

/** 404: no change of wallet waits. */
export function noPendingChange(): Refusal {
  const message = 'No change of wallet is pending: changes take effect at once';
  return new Refusal('wallet_change_not_found', 404, message);
}
