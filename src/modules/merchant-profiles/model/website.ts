/** The website of a profile, and how far its proof is. */
export interface MerchantWebsite {
  /** In lower case, and in punycode where it has other letters. */
  readonly domain: string;
  readonly token: string;
  readonly setAt: Date;
  /** Null while it is not proven. */
  readonly verifiedAt: Date | null;
  readonly checkedAt: Date | null;
  /** Since when every check of a proven one has failed. */
  readonly failingSince: Date | null;
  /** Why the last check failed. */
  readonly problem: string | null;
  /** Null once nobody checks it any more. */
  readonly checkAt: Date | null;
}

/** How far a proof is: not found yet, proven, or no longer looked for. */
type WebsiteStatus = 'pending' | 'verified' | 'failed';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Somebody who has just uploaded the file waits for this; one website is not read more often. Ours. */
const PENDING_EVERY_MS = MINUTE_MS;
/** After the first hour the file is not expected at once. Ours. */
const PENDING_LATER_EVERY_MS = HOUR_MS;
/** A new record of the DNS is everywhere within two days; the rest is for people. Ours. */
const PENDING_FOR_MS = 7 * DAY_MS;
/** A proof is read again every day (money rule 18). */
const VERIFIED_EVERY_MS = DAY_MS;
/** Several tries before a proof ends. Ours. */
const FAILING_EVERY_MS = 6 * HOUR_MS;
/** A weekend of a broken server does not end a proof. Ours. */
const FAILING_FOR_MS = 3 * DAY_MS;

/** How far the proof of a website is. */
export function websiteStatus({
  verifiedAt,
  checkAt,
}: Pick<MerchantWebsite, 'verifiedAt' | 'checkAt'>): WebsiteStatus {
  if (verifiedAt !== null) return 'verified';
  return checkAt === null ? 'failed' : 'pending';
}

/** A website as its account sees it: how far its proof is, and all that is needed to make it. */
export interface WebsiteProof
  extends Pick<
    MerchantWebsite,
    'domain' | 'verifiedAt' | 'checkedAt' | 'failingSince' | 'problem'
  > {
  readonly status: WebsiteStatus;
  readonly proofText: string;
  readonly fileUrl: string;
  readonly recordName: string;
  readonly nextCheckAt: Date | null;
}

/** A website as its account sees it. */
export function describeWebsite(website: MerchantWebsite): WebsiteProof {
  const { domain, token, verifiedAt, checkedAt, failingSince, problem, checkAt } = website;
  return {
    domain,
    status: websiteStatus(website),
    proofText: proofText(token),
    ...proofPlaces(domain),
    verifiedAt,
    checkedAt,
    failingSince,
    problem,
    nextCheckAt: checkAt,
  };
}

/** What a website is after a check: `problem` says why it failed, null is a proof that was found. */
export function afterCheck(
  website: MerchantWebsite,
  { now, problem }: { readonly now: Date; readonly problem: string | null },
): MerchantWebsite {
  const checked = { ...website, checkedAt: now, problem };
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const sinceMs = (from: Date) => now.getTime() - from.getTime();
  if (problem === null) {
    const verifiedAt = website.verifiedAt ?? now;
    return { ...checked, verifiedAt, failingSince: null, checkAt: inMs(VERIFIED_EVERY_MS) };
  }
  if (website.verifiedAt === null) {
    const openMs = sinceMs(website.setAt);
    if (openMs >= PENDING_FOR_MS) return { ...checked, checkAt: null };
    const everyMs = openMs < HOUR_MS ? PENDING_EVERY_MS : PENDING_LATER_EVERY_MS;
    return { ...checked, checkAt: inMs(everyMs) };
  }
  const failingSince = website.failingSince ?? now;
  if (sinceMs(failingSince) >= FAILING_FOR_MS) {
    return { ...checked, verifiedAt: null, failingSince: null, checkAt: null };
  }
  return { ...checked, failingSince, checkAt: inMs(FAILING_EVERY_MS) };
}

/** A website that is set again, which begins its search anew and keeps its proof: due now, and at the earliest a while after its last check. */
export function setAgain(website: MerchantWebsite, now: Date): MerchantWebsite {
  const earliestMs = (website.checkedAt?.getTime() ?? 0) + PENDING_EVERY_MS;
  return { ...website, setAt: now, checkAt: new Date(Math.max(now.getTime(), earliestMs)) };
}

/** Where the proof of a domain is read: its file and its record. */
export function proofPlaces(domain: string): {
  readonly fileUrl: string;
  readonly recordName: string;
} {
  return {
    fileUrl: `https://${domain}/.well-known/florin-domain.txt`,
    recordName: `_florin-domain.${domain}`,
  };
}

/** What a line of the file, or a TXT record, must be. */
export function proofText(token: string): string {
  return `florin-domain=${token}`;
}

/** Whether a text is a line of a file. */
export function hasLine(file: string, text: string): boolean {
  return file.split(/\r?\n/).some((line) => line.trim() === text);
}
