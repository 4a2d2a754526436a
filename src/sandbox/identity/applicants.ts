import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const Review = z.object({
  reviewStatus: z.string(),
  /** As the vendor writes times: `2026-01-02 03:04:05+0000`. */
  reviewDate: z.string(),
  reviewResult: z
    .object({
      reviewAnswer: z.string(),
      reviewRejectType: z.string().optional(),
      rejectLabels: z.array(z.string()).readonly().optional(),
    })
    .optional(),
});

const Applicant = z.object({
  id: z.string(),
  /** Florin's reference, which says nothing of the person. */
  userId: z.string(),
  /** In the address of the page. */
  token: z.string(),
  levelName: z.string(),
  successUrl: z.string().optional(),
  failUrl: z.string().optional(),
  expiresAtMs: z.number(),
  review: Review,
});

/** Somebody who is checked. */
export type Applicant = z.output<typeof Applicant>;

/** Everybody who is or was. */
export interface StoredApplicants {
  findByUser(userId: string): Applicant | undefined;
  findByToken(token: string): Applicant | undefined;
  keep(applicant: Applicant): Promise<void>;
}

/** Opens what is kept in a file; without one it is kept while the process runs. */
export async function openApplicants(file: string | undefined): Promise<StoredApplicants> {
  const byUser = new Map((await read(file)).map((one) => [one.userId, one]));
  let written: Promise<unknown> = Promise.resolve();
  return {
    findByUser: (userId) => byUser.get(userId),
    findByToken: (token) => [...byUser.values()].find((one) => one.token === token),
    keep: async (applicant) => {
      byUser.set(applicant.userId, applicant);
      if (file === undefined) return;
      const text = JSON.stringify([...byUser.values()]);
      written = written.then(() => write(file, text));
      await written;
    },
  };
}

async function read(file: string | undefined): Promise<readonly Applicant[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch(() => '[]');
  try {
    return z.array(Applicant).safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

async function write(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
