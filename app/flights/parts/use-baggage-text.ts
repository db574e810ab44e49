import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import type { BaggageSummary } from '../model/baggage.ts';

/**
 * Returns a formatter for hand baggage: in words, and as tickets state it, with PC and kg (spec, section 9), which is what
 * staff at the airport read: `1 bag of 7 kg · 1PC 7kg`.
 */
export function useHandBaggageText(travellers: number): (allowance: BaggageSummary) => string {
  const formatWords = useBaggageText(travellers);
  return (allowance) => {
    const words = formatWords(allowance);
    if (allowance === null || allowance === 'differs' || 'kgTotal' in allowance || allowance.pieces === 0) return words;
    const { pieces, kgEach } = allowance;
    return `${words} · ${isolateLtr(kgEach === undefined ? `${pieces}PC` : `${pieces}PC ${kgEach}kg`)}`;
  };
}

/**
 * Returns a formatter for baggage allowances, which distinguishes "not stated" from "none" (spec, section 9).
 * @param travellers number of travellers: an allowance is for each of them
 */
export function useBaggageText(travellers: number): (allowance: BaggageSummary) => string {
  const { t } = useTranslation('flights');
  const forEach = (allowance: string) => (travellers > 1 ? t('allowance.each', { allowance }) : allowance);
  return (allowance) => {
    if (allowance === null) return t('allowance.unknown');
    if (allowance === 'differs') return t('allowance.differs');
    if ('kgTotal' in allowance) return forEach(t('allowance.total', { kg: allowance.kgTotal }));
    const { pieces, kgEach, centimetres } = allowance;
    if (pieces === 0) return t('allowance.none');
    const text = forEach(
      kgEach === undefined
        ? t('allowance.pieces', { count: pieces })
        : t('allowance.pieces_kg', { count: pieces, kg: kgEach }),
    );
    if (!centimetres) return text;
    return `${text} (${t('allowance.size', { size: isolateLtr(centimetres.replace(/x/g, ' × ')) })})`;
  };
}
