import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { tooManyAttempts } from '../count-attempt.ts';
import { FACTOR_NAME_CHARS_MAX, SECOND_FACTOR_METHODS } from '../model/second-factor.ts';
import { freshSignInRequired, passwordSessionRequired } from '../require-fresh-sign-in.ts';

/** Longer than any id. */
const ID_CHARS_MAX = 100;

/** Base64url of 32 random bytes, and space for a longer one. */
const TOKEN_CHARS_MAX = 128;

/** The longest credential id that WebAuthn allows, 1,023 bytes, in base64url. */
const CREDENTIAL_ID_CHARS_MAX = 1_364;

/** Several times what browsers send; a signature or key of ML-DSA has some thousand bytes. */
const BINARY_CHARS_MAX = 24_000;

/** More ways to reach a device than there are. */
const TRANSPORTS_MAX = 10;
const TRANSPORT_CHARS_MAX = 30;

/** An id in a path or a body. */
export const FactorId = z
  .string()
  .max(ID_CHARS_MAX)
  .regex(/^[^\0]*$/, 'must not contain a NUL');

/** How its owner calls a second factor. */
export const FactorName = z
  .string()
  .trim()
  .min(1)
  .max(FACTOR_NAME_CHARS_MAX)
  .regex(/^[^\0]*$/, 'must not contain a NUL')
  .describe('Shown to its owner only.');

/** The token of a sign-in whose password was right. */
export const PendingToken = z
  .string()
  .max(TOKEN_CHARS_MAX)
  .describe('As the answer to the password has it.');

const Base64Url = z
  .string()
  .max(BINARY_CHARS_MAX)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');
const CredentialId = Base64Url.max(CREDENTIAL_ID_CHARS_MAX);

const credentialFields = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key').optional(),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullable().optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
};

/** What `navigator.credentials.create()` answers, as `toJSON()` writes it. */
export const PasskeyRegistrationBody = z
  .strictObject({
    ...credentialFields,
    response: z
      .strictObject({
        clientDataJSON: Base64Url,
        attestationObject: Base64Url,
        transports: z.array(z.string().max(TRANSPORT_CHARS_MAX)).max(TRANSPORTS_MAX).optional(),
        authenticatorData: Base64Url.optional(),
        publicKeyAlgorithm: z.int().optional(),
        publicKey: Base64Url.nullable().optional(),
      })
      .meta({
        id: 'PasskeyAttestation',
        description: 'What an authenticator answers to the making of a passkey.',
        examples: [{ clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u' }],
      }),
  })
  .meta({
    id: 'PasskeyRegistration',
    description: 'A new passkey as `RegistrationResponseJSON` of WebAuthn has it.',
    examples: [
      {
        id: 'mZ2h2nHqXk0',
        rawId: 'mZ2h2nHqXk0',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u' },
      },
    ],
  });

/** What `navigator.credentials.get()` answers, as `toJSON()` writes it. */
export const PasskeyAssertionBody = z
  .strictObject({
    ...credentialFields,
    response: z
      .strictObject({
        clientDataJSON: Base64Url,
        authenticatorData: Base64Url,
        signature: Base64Url,
        userHandle: Base64Url.nullable().optional(),
      })
      .meta({
        id: 'PasskeySignature',
        description: 'What an authenticator answers to a challenge.',
        examples: [
          {
            clientDataJSON: 'eyJ0eXBlIjoi',
            authenticatorData: 'SZYN5YgOjGh0',
            signature: 'MEUCIQDx',
          },
        ],
      }),
  })
  .meta({
    id: 'PasskeyAssertion',
    description: 'The signature of a passkey as `AuthenticationResponseJSON` of WebAuthn has it.',
    examples: [
      {
        id: 'mZ2h2nHqXk0',
        rawId: 'mZ2h2nHqXk0',
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: 'eyJ0eXBlIjoi',
          authenticatorData: 'SZYN5YgOjGh0',
          signature: 'MEUCIQDx',
        },
      },
    ],
  });

const sampleFactor = {
  id: '01KDY8S0K3V7R2M5XQ9ZB4HTWC',
  kind: 'totp',
  name: 'My phone',
  createdAt: SAMPLE.createdAt,
  lastUsedAt: SAMPLE.paidAt,
} as const;

/** A second factor as its owner sees it. */
export const SecondFactor = z
  .object({
    id: z.string(),
    kind: z.enum(['totp', 'passkey']).describe('An app that shows codes, or a passkey.'),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'SecondFactor',
    description: 'A second factor of the caller.',
    examples: [sampleFactor],
  });

const sampleCodes = ['7GQ2-M4XK-9T0B-ZC5R', 'B31W-8HNE-VQ6D-2KJP'];

/** What a first second factor brings. */
export const AddedSecondFactor = z
  .object({
    secondFactor: SecondFactor,
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .describe('With the first second factor: ten codes, each for one sign-in. Shown once.'),
  })
  .meta({
    id: 'AddedSecondFactor',
    description: 'A second factor that was added.',
    examples: [{ secondFactor: sampleFactor, recoveryCodes: sampleCodes }],
  });

/** What is known of the caller's second factors. */
export const SecondFactorList = z
  .object({
    secondFactors: z.array(SecondFactor),
    recoveryCodesLeft: z.int().describe('How many recovery codes are not used.'),
    required: z
      .boolean()
      .describe('Whether this installation requires a second factor of passwords.'),
    passkeysAvailable: z.boolean().describe('Whether this installation takes passkeys.'),
    changeableUntil: z.iso
      .datetime()
      .nullable()
      .describe(
        'Until when this session may change them; a new sign-in moves it. Null for the session of a wallet, which has no second factor.',
      ),
  })
  .meta({
    id: 'SecondFactorList',
    description: 'The second factors of the caller.',
    examples: [
      {
        secondFactors: [sampleFactor],
        recoveryCodesLeft: 9,
        required: false,
        passkeysAvailable: true,
        changeableUntil: SAMPLE.paidAt,
      },
    ],
  });

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({
  id: 'RecoveryCodes',
  description: 'New recovery codes, each for one sign-in. Shown once.',
  examples: [{ recoveryCodes: sampleCodes }],
});

const Descriptor = z
  .object({
    id: z.string(),
    type: z.string().describe('`public-key`.'),
    transports: z.array(z.string()).optional(),
  })
  .meta({
    id: 'PasskeyDescriptor',
    description: 'A passkey that is known.',
    examples: [{ id: 'mZ2h2nHqXk0', type: 'public-key' }],
  });

const sampleCreation = {
  rp: { id: 'dashboard.example', name: 'Florin' },
  user: { id: 'MDFLREY4UzBL', name: 'ada@shop.example', displayName: 'ada@shop.example' },
  challenge: 'n1tTvJk3Jc1E5c0gYVt0tJ9mQ2r8xXy6b7Zq4fL0aWc',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
} as const;

const sampleRequest = {
  challenge: 'n1tTvJk3Jc1E5c0gYVt0tJ9mQ2r8xXy6b7Zq4fL0aWc',
  rpId: 'dashboard.example',
  timeout: 60_000,
  userVerification: 'preferred',
  allowCredentials: [{ id: 'mZ2h2nHqXk0', type: 'public-key' }],
} as const;

/** What a browser is handed to make a passkey. */
export const PasskeyCreationChallenge = z
  .object({
    challengeId: z.string(),
    options: z
      .object({
        rp: z.object({ id: z.string().optional(), name: z.string() }).meta({
          id: 'PasskeyRelyingParty',
          description: 'For what a passkey is.',
          examples: [{ id: 'dashboard.example', name: 'Florin' }],
        }),
        user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }).meta({
          id: 'PasskeyUser',
          description: 'For whom a passkey is.',
          examples: [
            { id: 'MDFLREY4UzBL', name: 'ada@shop.example', displayName: 'ada@shop.example' },
          ],
        }),
        challenge: z.string(),
        pubKeyCredParams: z.array(
          z.object({ type: z.literal('public-key'), alg: z.int() }).meta({
            id: 'PasskeyAlgorithm',
            description: 'A way to sign, by its number of COSE.',
            examples: [{ type: 'public-key', alg: -7 }],
          }),
        ),
        timeout: z.int().optional(),
        attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
        excludeCredentials: z.array(Descriptor).optional(),
        authenticatorSelection: z
          .object({
            residentKey: z.enum(['required', 'preferred', 'discouraged']).optional(),
            requireResidentKey: z.boolean().optional(),
            userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
          })
          .meta({
            id: 'PasskeyAuthenticatorSelection',
            description: 'Which authenticators may make it.',
            examples: [{ residentKey: 'discouraged', userVerification: 'preferred' }],
          })
          .optional(),
      })
      .meta({
        id: 'PasskeyCreationOptions',
        description: '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.',
        examples: [sampleCreation],
      }),
  })
  .meta({
    id: 'PasskeyCreationChallenge',
    description:
      'What makes a passkey; `options` is `PublicKeyCredentialCreationOptionsJSON` of WebAuthn.',
    examples: [
      {
        challengeId: sampleFactor.id,
        options: sampleCreation,
      },
    ],
  });

/** What a browser is handed to have a passkey sign. */
export const PasskeyRequestChallenge = z
  .object({
    challengeId: z.string(),
    options: z
      .object({
        challenge: z.string(),
        rpId: z.string().optional(),
        timeout: z.int().optional(),
        userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
        allowCredentials: z.array(Descriptor).optional(),
      })
      .meta({
        id: 'PasskeyRequestOptions',
        description: '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn.',
        examples: [sampleRequest],
      }),
  })
  .meta({
    id: 'PasskeyRequestChallenge',
    description:
      'What a passkey signs; `options` is `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.',
    examples: [
      {
        challengeId: sampleFactor.id,
        options: sampleRequest,
      },
    ],
  });

/** What begins a sign-in that a second factor finishes. */
export const PendingSignIn = z
  .object({
    token: z.string().describe('Opens nothing; `POST /v1/auth/login/second-factor` takes it.'),
    methods: z.array(z.enum(SECOND_FACTOR_METHODS)).describe('By what it can be finished.'),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'PendingSignIn',
    description: 'A sign-in whose password was right and that a second factor finishes.',
    examples: [
      {
        token: 'kq0vXh3nB8sQ2wZ7yT5rM1dLc9aJ4gFu6eWpXoNiVtE',
        methods: ['totp', 'recovery_code'],
        expiresAt: '2026-01-02T03:14:05.000Z',
      },
    ],
  });

/** Changes of second factors answer these besides their own. */
export const FRESHNESS_REFUSAL = {
  status: 403,
  when: 'The session is that of a wallet, or was opened more than ten minutes ago.',
  examples: [passwordSessionRequired(), freshSignInRequired()],
} as const;

export const TOO_MANY_CODES = {
  status: 429,
  when: 'There were more attempts than people make.',
  examples: [tooManyAttempts(600)],
} as const;
