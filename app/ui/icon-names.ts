/** The icons of the sprite, by their names at Lucide. */
export const iconNames = [
  'arrow-left-right',
  'arrow-right',
  'calendar',
  'camera',
  'car',
  'check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'circle-check',
  'circle-question-mark',
  'download',
  'external-link',
  'file-text',
  'globe',
  'hospital',
  'hotel',
  'info',
  'mail',
  'map-pin',
  'menu',
  'message-circle',
  'pause',
  'phone',
  'plane',
  'play',
  'rotate-cw',
  'search',
  'stethoscope',
  'trash-2',
  'triangle-alert',
  'x',
] as const;

/** Signs of other companies, by their names at Simple Icons. */
export const brandNames = ['facebook', 'instagram', 'x', 'youtube'] as const;

export type IconName = (typeof iconNames)[number] | `brand-${(typeof brandNames)[number]}`;
