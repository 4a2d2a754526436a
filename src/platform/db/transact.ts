import type { Database } from './database.ts';
import { sendAfterCommit } from './notify.ts';

/** Runs `work` in one transaction; nested calls join the outer one. What it notifies may leave after its commit. */
export function transact<Ctx extends { readonly db: Database }, T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return sendAfterCommit(ctx.db, (gather) =>
    ctx.db.transaction().execute((db) => {
      gather(db);
      return work({ ...ctx, db });
    }),
  );
}

/** Runs reads that all see the database as it is at one moment; inside a transaction, as that sees it. */
export function readAtOnce<Ctx extends { readonly db: Database }, T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => work({ ...ctx, db }));
}
