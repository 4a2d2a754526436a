import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { addPasskey, passkeyNotValid, passkeyTaken } from '../add-passkey.ts';
import {
  AddedSecondFactor,
  FactorId,
  FactorName,
  FRESHNESS_REFUSAL,
  PasskeyRegistrationBody,
} from './second-factor-shapes.ts';

const Body = z
  .strictObject({ challengeId: FactorId, name: FactorName, response: PasskeyRegistrationBody })
  .meta({
    id: 'AddPasskeyRequest',
    description: 'What a browser made of a challenge.',
    examples: [
      {
        challengeId: '01KDY8S0K3V7R2M5XQ9ZB4HTWC',
        name: 'My laptop',
        response: {
          id: 'mZ2h2nHqXk0',
          rawId: 'mZ2h2nHqXk0',
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u' },
        },
      },
    ],
  });

/** `POST /v1/auth/passkeys`: adds a passkey. */
export const addPasskeyEndpoint = endpoint({
  operationId: 'addPasskey',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/passkeys',
  tag: 'Second factor',
  summary: 'Adds a passkey.',
  description:
    'From now on signing in with the password asks for a second factor. The first one brings recovery codes, and ends the other sessions that the password has opened.',
  accepts: ['session'],
  leastRole: 'viewer',
  isOpenWithoutSecondFactor: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 201, schema: AddedSecondFactor },
  refusals: [
    {
      status: 400,
      when: 'The challenge is unknown, used or expired, what came is no passkey for it, or it is added already.',
      examples: [passkeyNotValid(), passkeyTaken()],
    },
    FRESHNESS_REFUSAL,
  ],
  run: async (ctx: Context, { body }) => {
    const added = await addPasskey(ctx, body);
    return { ...added, recoveryCodes: added.recoveryCodes && [...added.recoveryCodes] };
  },
});
