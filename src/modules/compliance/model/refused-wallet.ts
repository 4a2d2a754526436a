import type { NetworkId } from '#catalog/networks.ts';
import { Outage, Refusal } from '#kit/failure.ts';

/** Whether a wallet pays or is paid. */
export type PartyRole = 'payer' | 'recipient';

/** Why a wallet may not take part: it was rejected, or nobody decided about it. */
export type RefusalReason = 'screening_rejected' | 'provider_error';

/** A wallet because of which a call was refused, as operators see it. */
export interface RefusedWallet {
  readonly accountId: string;
  /** As its chain writes it. */
  readonly walletAddress: string;
  readonly role: PartyRole;
  readonly network: NetworkId;
  readonly code: RefusalReason;
  /** Who rejected it, or gave no answer; null where nobody was to. */
  readonly provider: string | null;
}

/** Refuses a call because of wallets, which are recorded once the call is undone. */
export class ScreeningRefusal extends Refusal {
  readonly wallets: readonly RefusedWallet[];

  constructor({ code, status, message, errors, body }: Refusal, wallets: readonly RefusedWallet[]) {
    super(code, status, { message, ...(errors && { errors }), ...(body && { body }) });
    this.wallets = wallets;
  }
}

/** Nobody decided about a wallet whose call can be repeated as it is; the wallet is recorded once the call is undone. */
export class ScreeningOutage extends Outage {
  readonly wallets: readonly RefusedWallet[];

  constructor(message: string, wallet: RefusedWallet) {
    super(message);
    this.wallets = [wallet];
  }
}

/** The wallets because of which a call failed; none where it failed for another reason. */
export function refusedWalletsOf(error: unknown): readonly RefusedWallet[] {
  const isScreening = error instanceof ScreeningRefusal || error instanceof ScreeningOutage;
  return isScreening ? error.wallets : [];
}
