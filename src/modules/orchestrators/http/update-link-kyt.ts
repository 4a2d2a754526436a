import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { linkNotFound } from '../unlink-orchestrator.ts';
import { kytNotYours, updateLinkKyt } from '../update-link-kyt.ts';
import { KytChoice, LinkKytUpdated, named } from './link-shapes.ts';

const LinkKytChange = z.strictObject({ kyt: KytChoice }).meta({
  id: 'UpdateLinkKytRequest',
  description: 'Who is to screen from now on.',
  examples: [{ kyt: { provider: null } }],
});

/** `PUT /v1/client-id-links/{clientIdId}/kyt`: changes who screens, where the platform chose it. */
export const updateLinkKytEndpoint = endpoint({
  operationId: 'updateLinkKyt',
  host: 'auth',
  method: 'put',
  path: '/v1/client-id-links/{clientIdId}/kyt',
  tag: 'Onboarding',
  summary: 'Changes who screens the wallets that pay a linked client ID of yours.',
  accepts: ['wallet_session'],
  leastRole: 'owner',
  params: z.object({ clientIdId: named('The `id` of the client ID, a ULID.') }),
  query: z.strictObject({}),
  body: LinkKytChange,
  answer: { status: 200, schema: LinkKytUpdated },
  refusals: [
    {
      status: 403,
      when: 'The orchestrator has set who screens.',
      examples: [kytNotYours()],
    },
    {
      status: 404,
      when: 'The client ID is not linked, or belongs to somebody else.',
      examples: [linkNotFound()],
    },
  ],
  run: (ctx: Context, { params: { clientIdId }, body: { kyt } }) =>
    updateLinkKyt(ctx, { clientIdId, provider: kyt.provider }),
});
