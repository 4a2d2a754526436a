import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  acceptLinkIntent,
  kytNotAsked,
  kytRequired,
  noDestination,
} from '../accept-link-intent.ts';
import { intentExpired, intentNotFound, intentUsed } from '../find-open-intent.ts';
import { KytChoice, LinkIntentAccepted, named } from './link-shapes.ts';

const LinkIntentAcceptance = z
  .strictObject({
    kyt: KytChoice.optional().describe(
      'Required where the invitation leaves it to the platform, and refused where it does not.',
    ),
  })
  .meta({
    id: 'AcceptLinkIntentRequest',
    description: 'What a platform agrees to.',
    examples: [{ kyt: { provider: null } }],
  });

/** `POST /v1/client-id-links/intents/{token}`: agrees to an invitation. */
export const acceptLinkIntentEndpoint = endpoint({
  operationId: 'acceptLinkIntent',
  host: 'auth',
  method: 'post',
  path: '/v1/client-id-links/intents/{token}',
  tag: 'Onboarding',
  summary: 'Links your account to the orchestrator that invited it.',
  description:
    'Makes a client ID of yours that is paid to the active destination of the wallet you signed in with, and lets the orchestrator create payments with it. You can end that at any time.',
  accepts: ['wallet_session'],
  leastRole: 'owner',
  params: z.object({ token: named('The token of the invitation: `lit_…`.') }),
  query: z.strictObject({}),
  body: LinkIntentAcceptance,
  answer: { status: 201, schema: LinkIntentAccepted },
  refusals: [
    {
      status: 400,
      when: 'The wallet has no active destination, or the choice of screening is missing or not allowed.',
      examples: [noDestination(), kytRequired(), kytNotAsked()],
    },
    {
      status: 403,
      when: 'The invitation was accepted, or is too old.',
      examples: [intentUsed(), intentExpired()],
    },
    { status: 404, when: 'There is no such invitation.', examples: [intentNotFound()] },
  ],
  run: (ctx: Context, { params: { token }, body: { kyt } }) =>
    acceptLinkIntent(ctx, { token, kyt }),
});
