import { Refusal } from '#kit/failure.ts';

/**
 * Cancels a pending change of wallet. Always refuses (404): here a change takes effect
 * at once, so none is ever pending. It exists for clients of the public API.
 */
export function cancelWalletChange(): Promise<never> {
  return Promise.reject(noPendingChange());
}

/** 404: no change of wallet waits. */
export function noPendingChange(): Refusal {
  const message = 'No change of wallet is pending: changes take effect at once';
  return new Refusal('wallet_change_not_found', 404, message);
}
