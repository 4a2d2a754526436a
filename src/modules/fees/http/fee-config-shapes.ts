import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { CONFIG_BEARERS, CONFIG_FLOWS, CONFIG_STATUSES } from '../model/fee-config.ts';

/** All of it. */
const BPS_MAX = 10_000;

/** Longer than any amount of dollars or any address that is read. */
const TEXT_CHARS_MAX = 64;

/** Longer than any id of ours: what is longer names nothing. */
const NAMED_CHARS_MAX = 100;

const text = () => z.string().max(TEXT_CHARS_MAX);

const sampleBody = {
  bps: 250,
  usdCap: '20',
  feeBearer: 'recipient',
  flow: 'incoming',
  evmRecipientAddress: SAMPLE.feeAddress,
} as const;

const sampleConfig = {
  id: '01KC9VB2T6H8W0Y3Q5N7D9F1KM',
  feeType: 'orchestrator_fee',
  bps: 250,
  usdCap: '20',
  feeBearer: 'recipient',
  evmRecipientAddress: SAMPLE.feeAddress,
  tronRecipientAddress: null,
  status: 'active',
  flow: 'incoming',
  createdAt: SAMPLE.createdAt,
  updatedAt: SAMPLE.createdAt,
  orchestratorId: '01KC9V0QZ8M3D5T7W1X4Y6B2HN',
} as const;

/** The client ID whose overrides are meant. */
export const linkedClientId = () =>
  z
    .string()
    .max(NAMED_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .optional()
    .describe('A linked client ID, whose overrides are meant; left out, the defaults are.');

/** Which config of a path. */
export const FeeConfigParams = z.object({
  id: z
    .string()
    .max(NAMED_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .describe('The `id` of the fee config, a ULID.'),
});

const bps = () => z.int().min(0).max(BPS_MAX).describe('Of 10,000 of the gross amount.');
const usdCap = () => text().describe('The most that the share may be, in dollars, such as `20`.');
const evm = () => text().describe('Who receives it on EVM networks.');
const tron = () => text().describe('Who receives it on Tron.');
const status = () => z.enum(CONFIG_STATUSES).describe('Only an active one applies.');

/** The input for a config. */
export const CreateFeeConfigRequest = z
  .strictObject({
    bps: bps(),
    feeBearer: z
      .enum(CONFIG_BEARERS)
      .describe('The payer pays it on top; the recipient receives less.'),
    flow: z.enum(CONFIG_FLOWS).describe('Payments to the account, or payouts.'),
    usdCap: usdCap().optional(),
    evmRecipientAddress: evm().optional(),
    tronRecipientAddress: tron().optional(),
    status: status().default('active'),
    clientId: linkedClientId(),
  })
  .meta({
    id: 'CreateFeeConfigRequest',
    description: 'What an orchestrator takes. One of the two recipients is required.',
    examples: [sampleBody],
  });

export const FeeConfigChange = z
  .strictObject({
    bps: bps().optional(),
    usdCap: usdCap().nullable().optional(),
    evmRecipientAddress: evm().nullable().optional(),
    tronRecipientAddress: tron().nullable().optional(),
    status: status().optional(),
    clientId: linkedClientId(),
  })
  .refine(({ clientId: _, ...change }) => Object.keys(change).length > 0, {
    error: 'at least one field must be changed',
  })
  .meta({
    id: 'UpdateFeeConfigRequest',
    description:
      'What changes; what is left out stays, and null clears. The flow, the bearer and the type of a config never change.',
    examples: [{ bps: 200, usdCap: null }],
  });

/** A config as its orchestrator is shown it. */
export const FeeConfig = z
  .object({
    id: z.string().describe('A ULID.'),
    feeType: z.literal('orchestrator_fee'),
    bps: bps(),
    usdCap: z.string().nullable(),
    feeBearer: z.enum(CONFIG_BEARERS),
    evmRecipientAddress: z.string().nullable(),
    tronRecipientAddress: z.string().nullable(),
    status: status(),
    flow: z.enum(CONFIG_FLOWS),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    orchestratorId: z.string().optional().describe('Only of a default.'),
    clientIdId: z.string().optional().describe('Only of an override: the row of its client ID.'),
    clientId: z.string().optional().describe('Only of an override: `cli_…`.'),
  })
  .meta({
    id: 'FeeConfig',
    description: 'What an orchestrator takes of new payments.',
    examples: [sampleConfig],
  });

/** All configs of a scope. */
export const FeeConfigList = z.array(FeeConfig).meta({
  id: 'FeeConfigList',
  description: 'The fee configs of a scope, oldest first, disabled ones included.',
  examples: [[sampleConfig]],
});
