import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createFeeConfigEndpoint } from './create-fee-config.ts';
import { disableFeeConfigEndpoint } from './disable-fee-config.ts';
import { listFeeConfigsEndpoint } from './list-fee-configs.ts';
import { previewFeesEndpoint } from './preview-fees.ts';
import { updateFeeConfigEndpoint } from './update-fee-config.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createFeeConfigEndpoint,
  listFeeConfigsEndpoint,
  updateFeeConfigEndpoint,
  disableFeeConfigEndpoint,
  previewFeesEndpoint,
];
