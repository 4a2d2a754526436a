import { z } from 'zod';
import type { Network } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import {
  type DestinationAccessPolicy,
  readAddress,
  readAnyAddress,
} from '#modules/destinations/index.ts';

/** A list is copied into its link and compared completely when it is created. Ours; nothing public. */
const ALLOWED_PAYERS_MAX = 1_000;

/** Longer than an address of any chain. */
const ADDRESS_CHARS_MAX = 100;

const listField = 'accessPolicy.allowedPayerAddresses';

/** Who may pay a link, and what payers see of it before. */
export const PaymentAccessPolicy = z
  .strictObject({
    mode: z
      .enum(['inherit', 'off', 'kyt_all_wallets'])
      .optional()
      .describe(
        'Whether wallets are screened; `inherit`, as left out, does as the destination says. `kyt_all_wallets` is not supported yet and answers 400.',
      ),
    screeningProvider: z
      .enum(['hypernative', 'merklescience'])
      .nullish()
      .describe('Who screens them. Null or left out where nobody is screened.'),
    hideUntilApproved: z
      .boolean()
      .optional()
      .describe(
        'Whether the payment is shown to approved wallets only; left out, as the destination says.',
      ),
    hidePayeeAddress: z
      .boolean()
      .optional()
      .describe(
        "Whether the payee's wallet is masked for all but approved wallets; left out, as the destination says.",
      ),
    allowedPayerAddresses: z
      .array(
        z.string().max(ADDRESS_CHARS_MAX, `${listField} must hold addresses, which are shorter`),
      )
      .max(ALLOWED_PAYERS_MAX, `${listField} must have at most ${ALLOWED_PAYERS_MAX} items`)
      .optional()
      .describe(
        'The wallets that may pay, EVM in any case and Tron exactly; empty or left out, everybody may.',
      ),
  })
  .meta({
    id: 'PaymentAccessPolicy',
    description: 'Who may pay a link, and what payers see of it before.',
    examples: [{ mode: 'off', allowedPayerAddresses: [SAMPLE.payer] }],
  });

/** Who may pay a link, as an integrator sets it. */
export type PaymentAccessPolicy = z.output<typeof PaymentAccessPolicy>;

/** Who may pay one link and what is shown before; never changed once the link exists. */
export interface LinkAccess {
  /** Whether only the wallets below may pay. */
  readonly restrictsPayers: boolean;
  /** As their chain writes them, each once; empty where everybody may pay. */
  readonly allowedPayers: readonly string[];
  readonly hidesUntilApproved: boolean;
  readonly hidesPayee: boolean;
}

/** What a link takes over from a destination where it says nothing itself. */
interface Inherited {
  readonly policy: DestinationAccessPolicy | null;
  /** Where the destination stands in the body, for the words of a refusal. */
  readonly field: string;
}

/**
 * The access of a new link: its own policy, else that of any of its destinations. Refuses
 * (400) screening, which is not built, what is no address, and a list without any on the network.
 */
export function settleAccess(
  input: PaymentAccessPolicy | undefined,
  inherited: readonly Inherited[],
  network: Network,
): LinkAccess {
  checkMode(input, inherited);
  const policies = inherited.flatMap(({ policy }) => policy ?? []);
  const allowedPayers = readAllowed(input?.allowedPayerAddresses ?? [], network);
  return {
    restrictsPayers: allowedPayers.length > 0,
    allowedPayers,
    hidesUntilApproved:
      input?.hideUntilApproved ?? policies.some(({ hideUntilApproved }) => hideUntilApproved),
    hidesPayee:
      input?.hidePayeeAddress ?? policies.some(({ hidePayeeAddress }) => hidePayeeAddress),
  };
}

function checkMode(input: PaymentAccessPolicy | undefined, inherited: readonly Inherited[]): void {
  const mode = input?.mode ?? 'inherit';
  if (mode === 'kyt_all_wallets') throw screeningNotBuilt('accessPolicy.mode');
  const screened = inherited.find(({ policy }) => (policy?.mode ?? 'off') !== 'off');
  if (mode === 'inherit' && screened !== undefined) throw screeningNotBuilt(screened.field);
  if ((input?.screeningProvider ?? null) !== null) {
    const field = 'accessPolicy.screeningProvider';
    throw refuseField(field, `${field} must be null where no wallet is screened`);
  }
}

/** 400: a policy that asks to screen wallets; admitting them unscreened would ignore it. */
export function screeningNotBuilt(field: string): Refusal {
  const message = `the access policy of ${field} asks for screening, which is not supported yet`;
  return refuseField(field, message, 'access_policy_not_supported');
}

/** The addresses of a list that can pay on a network; those of other chains are read and left out. */
function readAllowed(texts: readonly string[], network: Network): readonly string[] {
  const allowed = new Set(texts.flatMap((text, i) => readOne(text, i, network) ?? []));
  if (texts.length > 0 && allowed.size === 0) {
    throw refuseField(
      listField,
      `${listField} has no wallet that can pay: none is an address on ${network.name}`,
    );
  }
  return [...allowed];
}

function readOne(text: string, i: number, network: Network): string | undefined {
  const own = readAddress(network.family, text);
  if (!('problem' in own)) return own.text;
  if (readAnyAddress(text) !== undefined) return undefined;
  const field = `${listField}[${i}]`;
  throw refuseField(field, `${field} ${own.problem}`);
}
