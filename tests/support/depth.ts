/** Whether this is `npm run soak`, which runs more cases than `npm test` has time for. */
const isSoak = process.env.SOAK === '1';

/** The number of cases a test runs: in every run enough to detect what it guards against, in a soak many more. */
export const depth = <Depth>(inEveryRun: Depth, inSoak: Depth): Depth => (isSoak ? inSoak : inEveryRun);
