import { FAMILIES } from '#catalog/families.ts';
import type { Network } from '#catalog/networks.ts';
import { refuseField } from '#kit/failure.ts';

/**
 * Refuses (400) networks that one transaction cannot pay together: several of them, and those whose
 * contracts make no batches. `field` is what the call names them by.
 */
export function checkOneNetwork(networks: readonly Network[], field = 'requests'): void {
  const lone = networks.find(({ family }) => !FAMILIES[family].batchesRequests);
  if (lone !== undefined) {
    const message = `Batch payments are not supported for ${lone.name.toUpperCase()} networks. Please submit individual payment requests.`;
    throw refuseField(field, message, 'batch_not_supported');
  }
  if (new Set(networks.map(({ id }) => id)).size > 1) {
    const message = 'All requests must be on the same network';
    throw refuseField(field, message, 'several_networks');
  }
}
