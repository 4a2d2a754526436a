import { z } from 'zod';

const PROVIDERS = ['hypernative', 'merklescience'] as const;

const samplePolicy = {
  mode: 'off',
  screeningProvider: null,
  hideUntilApproved: false,
  hidePayeeAddress: false,
} as const;

/** Who may pay to a destination, and what payers see of it. */
export const AccessPolicy = z
  .strictObject({
    mode: z
      .enum(['off', 'kyt_all_wallets'])
      .describe('Whether wallets are screened before they may pay.'),
    screeningProvider: z
      .enum(PROVIDERS)
      .nullish()
      .describe('Who screens them; required with `kyt_all_wallets`, null or left out with `off`.'),
    hideUntilApproved: z
      .boolean()
      .describe('Whether the payment is shown to approved wallets only.'),
    hidePayeeAddress: z.boolean().describe("Whether the payee's wallet is masked."),
  })
  .superRefine(({ mode, screeningProvider }, { addIssue }) => {
    const problem = problemOfProvider(mode, screeningProvider ?? null);
    if (problem === undefined) return;
    const message = `accessPolicy.screeningProvider ${problem}`;
    addIssue({ code: 'custom', path: ['screeningProvider'], message });
  })
  .meta({
    id: 'DestinationAccessPolicy',
    description: 'Who may pay to a destination, and what payers see of it.',
    examples: [samplePolicy],
  });

/** Who may pay to a destination, and what payers see of it. */
export type AccessPolicy = z.output<typeof AccessPolicy>;

/** A policy as it is stored: every field is there. */
export function writePolicy(policy: AccessPolicy): string {
  return JSON.stringify({ ...policy, screeningProvider: policy.screeningProvider ?? null });
}

function problemOfProvider(
  mode: AccessPolicy['mode'],
  provider: string | null,
): string | undefined {
  if (mode === 'off') return provider === null ? undefined : 'must be null where mode is off';
  if (provider !== null) return undefined;
  return `must be ${PROVIDERS.join(' or ')} where mode is ${mode}`;
}
