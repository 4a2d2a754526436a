import type { Context } from '../../src/context.ts';

/** Does the work, and counts the statements that it takes, without those that begin and end transactions. */
export async function countStatements(
  ctx: Context,
  work: (ctx: Context) => Promise<unknown>,
): Promise<number> {
  let statements = 0;
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work({ ...ctx, db });
  return statements;
}
