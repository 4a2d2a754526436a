import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createAuthenticatorApp, tooManyAuthenticatorApps } from '../create-authenticator-app.ts';
import { FactorName, FRESHNESS_REFUSAL } from './second-factor-shapes.ts';

const Body = z.strictObject({ name: FactorName }).meta({
  id: 'CreateAuthenticatorAppRequest',
  description: 'How its owner calls the app.',
  examples: [{ name: 'My phone' }],
});

const NewApp = z
  .object({
    id: z.string(),
    secret: z.string().describe('In base32, to type into the app. Shown once.'),
    uri: z.string().describe('What a QR code carries for the app to read. Shown once.'),
  })
  .meta({
    id: 'NewAuthenticatorApp',
    description: 'What an app computes codes of (RFC 6238: SHA-1, six digits, 30 seconds).',
    examples: [
      {
        id: '01KDY8S0K3V7R2M5XQ9ZB4HTWC',
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Florin:ada%40shop.example?issuer=Florin&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      },
    ],
  });

/** `POST /v1/auth/authenticator-apps`: begins to add an app that shows codes. */
export const createAuthenticatorAppEndpoint = endpoint({
  operationId: 'createAuthenticatorApp',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/authenticator-apps',
  tag: 'Second factor',
  summary: 'Begins to add an app that shows codes.',
  description: 'It counts once a code of it was right. Beginning another one ends what was begun.',
  accepts: ['session'],
  leastRole: 'viewer',
  isOpenWithoutSecondFactor: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: Body,
  answer: { status: 201, schema: NewApp },
  refusals: [
    {
      status: 400,
      when: 'There are as many apps as there can be.',
      examples: [tooManyAuthenticatorApps()],
    },
    FRESHNESS_REFUSAL,
  ],
  run: (ctx: Context, { body }) => createAuthenticatorApp(ctx, body),
});
