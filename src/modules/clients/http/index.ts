import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createApiKeyEndpoint } from './create-api-key.ts';
import { createClientIdEndpoint, createClientIdV1Endpoint } from './create-client-id.ts';
import { liftBlockEndpoint } from './lift-block.ts';
import { listApiKeysEndpoint } from './list-api-keys.ts';
import { listClientIdsEndpoint, listClientIdsV1Endpoint } from './list-client-ids.ts';
import { listRateLimitBlocksEndpoint } from './list-rate-limit-blocks.ts';
import { listRateTiersEndpoint } from './list-rate-tiers.ts';
import { revokeApiKeyEndpoint } from './revoke-api-key.ts';
import { revokeClientIdEndpoint, revokeClientIdV1Endpoint } from './revoke-client-id.ts';
import { rotateApiKeyEndpoint } from './rotate-api-key.ts';
import { setRateTierEndpoint } from './set-rate-tier.ts';
import { updateClientIdEndpoint, updateClientIdV1Endpoint } from './update-client-id.ts';
import { viewClientIdEndpoint, viewClientIdV1Endpoint } from './view-client-id.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createClientIdEndpoint,
  createClientIdV1Endpoint,
  listClientIdsEndpoint,
  listClientIdsV1Endpoint,
  viewClientIdEndpoint,
  viewClientIdV1Endpoint,
  updateClientIdEndpoint,
  updateClientIdV1Endpoint,
  revokeClientIdEndpoint,
  revokeClientIdV1Endpoint,
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  rotateApiKeyEndpoint,
  revokeApiKeyEndpoint,
  listRateTiersEndpoint,
  setRateTierEndpoint,
  listRateLimitBlocksEndpoint,
  liftBlockEndpoint,
];
