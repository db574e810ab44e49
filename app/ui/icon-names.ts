/** The icons of the sprite, by Lucide name. */
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

/** Brand logos, by Simple Icons name. */
export const brandNames = ['facebook', 'instagram', 'x', 'youtube'] as const;

export type IconName = (typeof iconNames)[number] | `brand-${(typeof brandNames)[number]}`;
