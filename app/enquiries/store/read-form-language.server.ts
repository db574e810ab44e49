import type { Database } from '#app/database/database.server.ts';
import { hashToken } from '#app/ids/secrets.server.ts';

/**
 * Returns the language of the form that an enquiry came from, even if its receipt is closed.
 * @param token the token of a receipt or of a sent link
 * @returns an empty string once the enquiry has been erased; undefined if the token is unknown
 */
export async function readFormLanguage(database: Database, token: string): Promise<string | undefined> {
  const tokenHash = hashToken(token);
  const row = await database
    .selectFrom('enquiries')
    .select('language')
    .where((eb) =>
      eb.or(
        (['receipts', 'sent_links'] as const).map((table) =>
          eb('id', 'in', eb.selectFrom(table).select('enquiry_id').where('token_hash', '=', tokenHash)),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.language;
}
