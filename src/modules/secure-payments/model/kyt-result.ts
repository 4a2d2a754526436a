import { isoTime } from '#kit/clock.ts';
import type { listScreenings } from '#modules/screening/index.ts';

type LinkScreening = Awaited<ReturnType<typeof listScreenings>>[number];

/** What a provider said of a wallet of a link, as its owner sees it. */
export interface KytResult
  extends Pick<
    LinkScreening,
    'walletAddress' | 'walletType' | 'parentWalletAddress' | 'status' | 'reasonCode' | 'provider'
  > {
  readonly providerReference: string | null;
  readonly reportUrl: null;
  /** Why, in the words of the vendor. */
  readonly notes: string | null;
  /** How much risk there is, in the word of the vendor. */
  readonly rawStatus: string | null;
  readonly evaluatedAt: string;
}

/** The results about the wallets of one side. Lists have no reference or words of their own. */
export function kytResults(
  screenings: readonly LinkScreening[],
  role: LinkScreening['role'],
): KytResult[] {
  return screenings
    .filter((screening) => screening.role === role)
    .map((screening) => ({
      walletAddress: screening.walletAddress,
      walletType: screening.walletType,
      parentWalletAddress: screening.parentWalletAddress,
      status: screening.status,
      reasonCode: screening.reasonCode,
      provider: screening.provider,
      providerReference: screening.reference,
      reportUrl: null,
      notes: screening.categories?.join(', ') || null,
      rawStatus: screening.level,
      evaluatedAt: isoTime(screening.evaluatedAt),
    }));
}
