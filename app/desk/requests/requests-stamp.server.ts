import type { Database } from '#app/database/database.server.ts';

/** Returns a string that changes with every arrival, change and erasure of a request. */
export async function requestsStamp(database: Database): Promise<string> {
  const { count, versions, erased } = await database
    .selectFrom('enquiries')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('case_version').as('versions'),
      fn.count<number>('erased_at').as('erased'),
    ])
    .executeTakeFirstOrThrow();
  return [count, versions ?? 0, erased].join('-');
}
