/** Whether the tests were started with `npm run soak`, which covers more cases than `npm test` has time for. */
const isSoak = process.env.SOAK === '1';

/** Chooses how many cases a test covers: in a normal run enough to detect a regression, in a soak many more. */
export const scaleForSoak = <Scale>(normal: Scale, soak: Scale): Scale => (isSoak ? soak : normal);
