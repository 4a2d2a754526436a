import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** The id of a recurring payout in examples. */
export const SAMPLE_ID = '01K8Z3N5T7V9X1B3D5F7H9J1M3';

/** The id of what was cancelled, where the caller's account made it. */
export const RevivedId = z.string().optional().describe('Left out where another account made it.');

/** What the payer signs: an approval, or the permit of a schedule. */
const sampleCall = {
  to: SAMPLE.payee,
  data: '0x095ea7b3',
  value: '0x0',
};

/** A transaction of the payer. */
export const RecurringCall = z
  .object({
    to: z.string(),
    data: z.string(),
    value: z.string().describe('Hexadecimal; always `0x0`.'),
  })
  .meta({
    id: 'RecurringPaymentTransaction',
    description: 'A transaction that the payer sends.',
    examples: [sampleCall],
  });

const sampleDomain = {
  name: 'ERC20RecurringPaymentProxy',
  version: '1',
  chainId: 11_155_111,
  verifyingContract: '0xb6C7448458d8616B00eb8f93883d0081Fa2aDec9',
};

const PermitMember = z.object({ name: z.string(), type: z.string() }).meta({
  id: 'RecurringPermitMember',
  description: 'A member of the type that the payer signs.',
  examples: [{ name: 'subscriber', type: 'address' }],
});

/** What the payer signs once. */
export const RecurringPermit = z
  .object({
    domain: z.record(z.string(), z.union([z.string(), z.number()])),
    types: z
      .record(z.string(), z.array(PermitMember))
      .describe('Without `EIP712Domain`, which wallets add themselves.'),
    values: z.record(z.string(), z.unknown()).describe('Numbers are texts of digits.'),
  })
  .meta({
    id: 'RecurringPaymentPermit',
    description: 'EIP-712 data as the deployed contract, version 0.1.0, verifies it.',
    examples: [
      {
        domain: sampleDomain,
        types: { SchedulePermit: [{ name: 'subscriber', type: 'address' }] },
        values: { subscriber: SAMPLE.payer },
      },
    ],
  });

/** Examples of what is signed and sent. */
export const SAMPLES = {
  call: sampleCall,
  permit: {
    domain: sampleDomain,
    types: { SchedulePermit: [{ name: 'subscriber', type: 'address' }] },
    values: { subscriber: SAMPLE.payer },
  },
};
