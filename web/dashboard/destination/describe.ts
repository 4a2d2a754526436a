import type { PayeeDestination } from '../api/shapes.ts';
import { config } from '../config.ts';
import { destinationMessages as messages } from '../messages/en-destination.ts';
import type { DestinationPlan, Target } from './plan.ts';
import { tokenAt } from './tokens.ts';

/** What is received where, as a part of a sentence. */
export function describeTarget({ chainId, tokenAddress }: Target): string {
  const network = config.networks.find((one) => one.chainId === chainId);
  const token = tokenAt(chainId, tokenAddress)?.symbol ?? messages.unknownToken;
  return messages.onNetwork(token, network?.name ?? messages.network(chainId));
}

/** Who may pay and what payers see, in sentences. */
export function describePolicy(policy: PayeeDestination['accessPolicy']): readonly string[] {
  const { policy: texts } = messages;
  if (policy === null) return [texts.off, texts.open];
  const { mode, screeningProvider, hideUntilApproved, hidePayeeAddress } = policy;
  return [
    mode === 'off' ? texts.off : texts.kyt_all_wallets(vendorName(screeningProvider ?? '')),
    ...(hideUntilApproved ? [texts.hidden] : []),
    ...(hidePayeeAddress ? [texts.masked] : []),
    ...(hideUntilApproved || hidePayeeAddress ? [] : [texts.open]),
  ];
}

/** The name of a vendor as it writes it. */
function vendorName(id: string): string {
  return messages.vendors.find(([vendor]) => vendor === id)?.[1] ?? id;
}

/** What a change does, sentence by sentence, for the person to read before it is made. */
export function describePlan(
  target: Target,
  { ends, elsewhere }: DestinationPlan<PayeeDestination>,
): readonly string[] {
  const { confirm } = messages.form;
  return [
    confirm.now(describeTarget(target), target.walletAddress),
    ...(ends === undefined ? [] : [confirm.ends(describeTarget(ends), ends.walletAddress)]),
    ...(elsewhere === undefined
      ? []
      : [confirm.elsewhere(describeTarget(elsewhere), elsewhere.walletAddress)]),
    confirm.stays,
  ];
}
