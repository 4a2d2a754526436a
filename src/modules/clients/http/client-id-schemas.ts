import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { notYourDestination } from '../bind-destination.ts';
import { tooManyClientIds } from '../create-client-id.ts';
import { CLIENT_ID_TIERS } from '../model/rate-tier.ts';
import { clientIdNotFound } from '../view-client-id.ts';

/** `https://`, the longest host name there can be, and a port. */
const DOMAIN_CHARS_MAX = 267;

/** The bound of the public API. */
const DOMAINS_MAX = 10;

/** The longest address of any chain that a fee can go to has 42. */
const ADDRESS_CHARS_MAX = 64;

/** `100.00` has six. */
const PERCENTAGE_CHARS_MAX = 6;

/** The longest destination ID has two addresses, a chain and a checksum. */
const DESTINATION_CHARS_MAX = 255;

/** Ten years in seconds: longer than anything is held open, and short enough for any calendar. */
const EXPIRY_SECONDS_MAX = 315_360_000;

/** Words of people: never a NUL, which no database can keep. */
export const label = z
  .string()
  .min(1, 'label must not be empty')
  .max(100, 'label must have at most 100 characters')
  .regex(/^[^\0]*$/, 'label must not contain a NUL');

const domain = z.string().max(DOMAIN_CHARS_MAX, 'an allowed domain is too long to be an origin');

const DOMAINS_DESCRIPTION =
  'Origins it may be used from in a browser, compared exactly by scheme, host and port.';

const expiry = (what: string) =>
  z
    .int(`${what} must be a whole number of seconds`)
    .min(1, `${what} must be at least 1 second`)
    .max(EXPIRY_SECONDS_MAX, `${what} must be at most ten years`);

const feePercentage = z
  .string()
  .max(PERCENTAGE_CHARS_MAX, 'feePercentage must be a decimal from 0 to 100, at most 2 decimals')
  .describe('Replaces the fee that a call names; `"0"` lets the call’s own fee stand.');
const feeAddress = z
  .string()
  .max(ADDRESS_CHARS_MAX, 'feeAddress is too long to be an address')
  .describe('Who receives the fee, on an EVM chain or on Tron; required with `feePercentage`.');
const operatorWalletAddress = z
  .string()
  .max(ADDRESS_CHARS_MAX, 'operatorWalletAddress is too long to be an address')
  .describe('The EVM wallet that operates your commerce payments.');
const defaultPreApprovalExpiry = expiry('defaultPreApprovalExpiry').describe(
  'Seconds for which a payer’s approval of a commerce payment holds, where a call names none.',
);
const defaultAuthorizationExpiry = expiry('defaultAuthorizationExpiry').describe(
  'Seconds for which an authorised commerce payment can be captured, where a call names none.',
);
const payeeDestinationId = z
  .string()
  .min(1, 'payeeDestinationId must not be empty')
  .max(DESTINATION_CHARS_MAX, 'payeeDestinationId is too long to be a destination ID')
  .describe('The payee destination of your account that its links are paid to, and no other.');

const payeeFlag = z
  .boolean()
  .describe(
    'Of a client ID with domains: whether its calls may name other payees than active destinations of your account. Left out, no in production and yes in the sandbox.',
  );

const creation = {
  label: label.describe('Your own name for it.'),
  feePercentage: feePercentage.optional(),
  feeAddress: feeAddress.optional(),
  operatorWalletAddress: operatorWalletAddress.optional(),
  defaultPreApprovalExpiry: defaultPreApprovalExpiry.optional(),
  defaultAuthorizationExpiry: defaultAuthorizationExpiry.optional(),
  payeeDestinationId: payeeDestinationId.optional(),
  canPayAnyPayee: payeeFlag.optional(),
};

const change = {
  label: label.optional(),
  feePercentage: feePercentage.nullable().optional(),
  feeAddress: feeAddress.nullable().optional(),
  operatorWalletAddress: operatorWalletAddress.nullable().optional(),
  defaultPreApprovalExpiry: defaultPreApprovalExpiry.nullable().optional(),
  defaultAuthorizationExpiry: defaultAuthorizationExpiry.nullable().optional(),
  payeeDestinationId: payeeDestinationId.nullable().optional(),
  canPayAnyPayee: payeeFlag.optional(),
  status: z
    .enum(['active', 'inactive', 'revoked'])
    .optional()
    .describe('Only an active one may act; a revoked one stays revoked.'),
};

const browserDomains = z
  .array(domain)
  .min(1, 'allowedDomains must have at least 1 origin')
  .max(DOMAINS_MAX, `allowedDomains takes at most ${DOMAINS_MAX} origins`);
const anyDomains = z
  .array(domain)
  .max(DOMAINS_MAX, `allowedDomains takes at most ${DOMAINS_MAX} origins`);
const ANY_DOMAINS_DESCRIPTION = `${DOMAINS_DESCRIPTION} None makes it a backend client ID, which needs no \`Origin\`.`;

const sampleBody = {
  label: 'Shop front',
  allowedDomains: [SAMPLE.origin],
  feePercentage: SAMPLE.feePercentage,
  feeAddress: SAMPLE.feeAddress,
};

/** The body of `POST /v2/client-ids`. */
export const CreateClientIdRequest = z
  .strictObject({ ...creation, allowedDomains: browserDomains.describe(DOMAINS_DESCRIPTION) })
  .meta({
    id: 'CreateClientIdRequest',
    description: 'What a client ID is to be like.',
    examples: [sampleBody],
  });

/** The body of `POST /v1/client-ids`. */
export const CreateClientIdV1Request = z
  .strictObject({
    ...creation,
    allowedDomains: anyDomains.describe(ANY_DOMAINS_DESCRIPTION),
  })
  .meta({
    id: 'CreateClientIdV1Request',
    description: 'What a client ID is to be like, and to which destination its links are paid.',
    examples: [{ ...sampleBody, payeeDestinationId: SAMPLE.destinationId }],
  });

/** The body of `PUT /v2/client-ids/{id}`. */
export const ClientIdChange = z
  .strictObject({
    ...change,
    allowedDomains: browserDomains.optional().describe(DOMAINS_DESCRIPTION),
  })
  .meta({
    id: 'UpdateClientIdRequest',
    description: 'What is to change; what is left out stays, and null takes it away.',
    examples: [{ label: 'Old shop front', status: 'inactive' }],
  });

/** The body of `PUT /v1/client-ids/{id}`. */
export const ClientIdChangeV1 = z
  .strictObject({
    ...change,
    allowedDomains: anyDomains.optional().describe(ANY_DOMAINS_DESCRIPTION),
  })
  .meta({
    id: 'UpdateClientIdV1Request',
    description: 'What is to change; what is left out stays, and null takes it away.',
    examples: [{ label: 'Old shop front', payeeDestinationId: null }],
  });

const id = z.string().describe('A ULID, by which it is managed.');
const clientId = z.string().describe('The public text, with which calls are made.');
const status = z.enum(['active', 'inactive', 'revoked']);
const rateTier = z
  .enum(CLIENT_ID_TIERS)
  .describe('How many calls a minute it may make from each address; the operator sets it.');
const lastUsedAt = z.iso.datetime().nullable().describe('Within a minute; null before any use.');
const summary = {
  id,
  clientId,
  label: z.string(),
  allowedDomains: z.array(z.string()),
  payeeDestinationId: z.string().nullable().describe('The destination that is bound to it.'),
  canPayAnyPayee: z
    .boolean()
    .describe('Whether its calls may name other payees than active destinations of your account.'),
};
const terms = {
  feePercentage: z.string().nullable(),
  feeAddress: z.string().nullable(),
  operatorWalletAddress: z.string().nullable(),
  defaultPreApprovalExpiry: z.number().nullable().describe('Seconds.'),
  defaultAuthorizationExpiry: z.number().nullable().describe('Seconds.'),
};
const createdAt = z.iso.datetime();
const updatedAt = z.iso.datetime().describe('When it was made, until it is changed.');

const sampleSummary = {
  id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  clientId: SAMPLE.clientId,
  label: 'Shop front',
  allowedDomains: [SAMPLE.origin],
  payeeDestinationId: SAMPLE.destinationId,
  canPayAnyPayee: false,
};
const sampleTerms = {
  feePercentage: SAMPLE.feePercentage,
  feeAddress: SAMPLE.feeAddress,
  operatorWalletAddress: null,
  defaultPreApprovalExpiry: null,
  defaultAuthorizationExpiry: null,
};
const sampleLife = { status: 'active', createdAt: SAMPLE.createdAt };
const sampleUse = { rateTier: 'default', updatedAt: SAMPLE.createdAt, lastUsedAt: SAMPLE.paidAt };

/** A client ID as both hosts answer its creation. */
export const ClientIdCreated = z.object({ ...summary, ...terms, status, createdAt }).meta({
  id: 'CreateClientIdResponse',
  description: 'A new client ID.',
  examples: [{ ...sampleSummary, ...sampleTerms, ...sampleLife }],
});

/** A client ID as both hosts list it. */
export const ClientIdSummary = z
  .object({ ...summary, rateTier, status, createdAt, lastUsedAt })
  .meta({
    id: 'ClientIdSummary',
    description: 'A client ID, in short.',
    examples: [{ ...sampleSummary, rateTier: 'default', ...sampleLife, lastUsedAt: SAMPLE.paidAt }],
  });

/** A client ID as both hosts show it. */
export const ClientIdView = z
  .object({ ...summary, ...terms, rateTier, status, createdAt, updatedAt, lastUsedAt })
  .meta({
    id: 'ClientId',
    description: 'A client ID.',
    examples: [{ ...sampleSummary, ...sampleTerms, ...sampleLife, ...sampleUse }],
  });

/** A client ID as both hosts answer its change. */
export const ClientIdUpdated = z.object({ ...summary, ...terms, status, updatedAt }).meta({
  id: 'UpdateClientIdResponse',
  description: 'A client ID after a change.',
  examples: [{ ...sampleSummary, ...sampleTerms, status: 'active', updatedAt: SAMPLE.createdAt }],
});

/** What names one client ID in a path. */
export const ClientIdParams = z.object({ id });

/** What the endpoints that name one refuse with 404. */
export const noSuchClientId: DocumentedRefusal = {
  status: 404,
  when: 'Your account has no client ID with this `id`; another account’s answers the same.',
  examples: [clientIdNotFound()],
};

/** What creating one refuses beside wrong fields. */
export const refusedBody: DocumentedRefusal = {
  status: 400,
  when: 'A domain is no origin, a fee is half or odd, or the account has as many as one may have.',
  examples: [tooManyClientIds()],
};

/** What binding a destination refuses. */
export const refusedBinding: DocumentedRefusal = {
  status: 400,
  when: 'The destination is not an active one of your account.',
  examples: [notYourDestination()],
};
