import { z } from 'zod';
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from '../model/password.ts';
import { PendingSignIn } from './second-factor-shapes.ts';

/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1). */
const EMAIL_CHARS_MAX = 254;

/** What a password answers: nothing beside its cookie, or how to go on where there is a second factor. */
export const LogInAnswer = z.object({ secondFactor: PendingSignIn.optional() }).meta({
  id: 'LogInResponse',
  description:
    'Empty: the session is in the `Set-Cookie` header, as `session_token`. For somebody who has a second factor there is no session yet, and `secondFactor` says how to finish.',
  examples: [
    {},
    {
      secondFactor: {
        token: 'kq0vXh3nB8sQ2wZ7yT5rM1dLc9aJ4gFu6eWpXoNiVtE',
        methods: ['totp', 'recovery_code'],
        expiresAt: '2026-01-02T03:14:05.000Z',
      },
    },
  ],
});

/** What signing in answers: nothing, beside its cookie. */
export const SignInAnswer = z.object({}).meta({
  id: 'SignInResponse',
  description: 'Empty: the session is in the `Set-Cookie` header, as `session_token`.',
  examples: [{}],
});

/** Who wants to sign in with what. */
export const EmailAndPassword = z
  .strictObject({
    email: z.email().max(EMAIL_CHARS_MAX).describe('Its case does not matter.'),
    password: z
      .string()
      .min(PASSWORD_CHARS_MIN)
      .max(PASSWORD_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .describe('Only a slow hash of it is kept.'),
  })
  .meta({
    id: 'PasswordCredentialsRequest',
    description: 'An email address and a password.',
    examples: [{ email: 'ada@shop.example', password: 'a correct horse' }],
  });
