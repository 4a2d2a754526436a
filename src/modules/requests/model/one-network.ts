import { FAMILIES } from '#catalog/families.ts';
import type { Network } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';

/**
 * Refuses (400) networks of `requests` that one transaction cannot pay together: several of them,
 * and those whose contracts make no batches.
 */
export function checkOneNetwork(networks: readonly Network[]): void {
  const lone = networks.find(({ family }) => !FAMILIES[family].batchesRequests);
  if (lone !== undefined) {
    const message = `Batch payments are not supported for ${lone.name.toUpperCase()} networks. Please submit individual payment requests.`;
    throw refuse('batch_not_supported', message);
  }
  if (new Set(networks.map(({ id }) => id)).size > 1) {
    throw refuse('several_networks', 'All requests must be on the same network');
  }
}

function refuse(code: string, message: string): Refusal {
  return new Refusal(code, 400, { message, errors: [{ field: 'requests', message }] });
}
