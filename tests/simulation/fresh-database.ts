import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated database for one run, which is gone afterwards. */
export async function freshDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const { adminUrl, template } = inject('testServer');
  const name = template.replace(/template$/, `sim_${randomUUID().slice(0, 8)}`);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
