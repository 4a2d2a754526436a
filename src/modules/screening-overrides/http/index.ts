import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createScreeningOverrideEndpoint } from './create-screening-override.ts';
import { listScreeningOverridesEndpoint } from './list-screening-overrides.ts';
import { removeScreeningOverrideEndpoint } from './remove-screening-override.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createScreeningOverrideEndpoint,
  listScreeningOverridesEndpoint,
  removeScreeningOverrideEndpoint,
];
