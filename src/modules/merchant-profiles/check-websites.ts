import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { afterCheck, hasLine, proofPlaces, proofText } from './model/website.ts';
import { type ClaimedWebsite, claimDueWebsites, putCheckedWebsite } from './store.ts';
import type { WebsiteReaders } from './website-readers.ts';

/** A line for each account that proves the same domain, with much room. Ours. */
const FILE_BYTES_MAX = 16 * 1024;

/** As a receiver of webhooks has. */
const FILE_TIMEOUT_MS = 5_000;

/** Above what reading a file and a record takes; then the check counts as lost, and another process does it. */
const LEASE_MS = 60_000;

/**
 * Checks the websites that are due, at most `limit`, and returns how many those were. A website that was set or removed meanwhile stays as that left
 * it. A proof that was found or has ended is in the audit log.
 */
export async function checkWebsites(
  ctx: Context,
  readers: WebsiteReaders,
  limit: number,
): Promise<number> {
  const now = ctx.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimDueWebsites(ctx, { now, leasedUntil, limit });
  await Promise.all(claimed.map((website) => checkWebsite(ctx, readers, website)));
  return claimed.length;
}

async function checkWebsite(
  ctx: Context,
  readers: WebsiteReaders,
  claimed: ClaimedWebsite,
): Promise<void> {
  const problem = await findProblem(readers, claimed.website);
  const checked = afterCheck(claimed.website, { now: ctx.now(), problem });
  const isVerified = checked.verifiedAt !== null;
  await transact(ctx, async (ctx) => {
    const isStored = await putCheckedWebsite(ctx, claimed, checked);
    if (!isStored || isVerified === (claimed.website.verifiedAt !== null)) return;
    await recordAudit(ctx, {
      accountId: claimed.accountId,
      action: isVerified ? 'merchant_website.verified' : 'merchant_website.verification_ended',
      object: { kind: 'merchant_profile', id: claimed.id },
      details: { domain: checked.domain },
    });
  });
}

/** Why neither the file nor the record proves a website; null where one does. */
async function findProblem(
  { outbound, txt }: WebsiteReaders,
  { domain, token }: ClaimedWebsite['website'],
): Promise<string | null> {
  const { fileUrl, recordName } = proofPlaces(domain);
  const text = proofText(token);
  const problems = await Promise.all([
    explainOutage('file', () => findFileProblem(outbound, fileUrl, text)),
    explainOutage('record', async () =>
      (await txt.read(recordName)).includes(text) ? null : 'no TXT record is the text',
    ),
  ]);
  return problems.includes(null) ? null : problems.join('; ');
}

async function findFileProblem(
  outbound: WebsiteReaders['outbound'],
  url: string,
  text: string,
): Promise<string | null> {
  const { status, text: file } = await outbound.request({
    destination: 'merchant_website',
    method: 'GET',
    url,
    headers: { accept: 'text/plain' },
    body: null,
    timeoutMs: FILE_TIMEOUT_MS,
    bytesMax: FILE_BYTES_MAX,
  });
  // A redirect is not followed: it may lead to another domain.
  if (status !== 200) return `the file was answered by ${status}, which is not 200`;
  return hasLine(file, text) ? null : 'no line of the file is the text';
}

async function explainOutage(
  what: 'file' | 'record',
  read: () => Promise<string | null>,
): Promise<string | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Outage) return `the ${what} could not be read: ${error.message}`;
    throw error;
  }
}
