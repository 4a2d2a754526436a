import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  activateAuthenticatorApp,
  authenticatorAppNotFound,
  wrongCode,
} from '../activate-authenticator-app.ts';
import {
  AddedSecondFactor,
  FactorId,
  FRESHNESS_REFUSAL,
  TOO_MANY_CODES,
} from './second-factor-shapes.ts';

/** Six digits, and the spaces that people type. */
const CODE_CHARS_MAX = 20;

const Body = z
  .strictObject({ code: z.string().max(CODE_CHARS_MAX).describe('What the app shows now.') })
  .meta({
    id: 'ActivateAuthenticatorAppRequest',
    description: 'The first code of an app.',
    examples: [{ code: '492039' }],
  });

/** `POST /v1/auth/authenticator-apps/{id}/activation`: adds an app that shows a right code. */
export const activateAuthenticatorAppEndpoint = endpoint({
  operationId: 'activateAuthenticatorApp',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/authenticator-apps/{id}/activation',
  tag: 'Second factor',
  summary: 'Adds an app by its first code.',
  description:
    'From now on signing in with the password asks for a second factor. The first one brings recovery codes, and ends the other sessions that the password has opened.',
  accepts: ['session'],
  leastRole: 'viewer',
  isOpenWithoutSecondFactor: true,
  params: z.object({ id: FactorId.describe('As it was answered when it was begun.') }),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 200, schema: AddedSecondFactor },
  refusals: [
    { status: 400, when: 'The code is not the one that the app shows.', examples: [wrongCode()] },
    FRESHNESS_REFUSAL,
    {
      status: 404,
      when: 'The caller began no app of this id, or has added it already.',
      examples: [authenticatorAppNotFound()],
    },
    TOO_MANY_CODES,
  ],
  run: async (ctx: Context, { params, body }) => {
    const added = await activateAuthenticatorApp(ctx, { ...params, ...body });
    return { ...added, recoveryCodes: added.recoveryCodes && [...added.recoveryCodes] };
  },
});
