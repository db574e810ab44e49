/** The Lucide names of the icons in the sprite. */
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

/** The Simple Icons names of the brand logos. */
export const brandNames = ['facebook', 'instagram', 'x', 'youtube'] as const;

/** The small pictures on every page, which are in the icon sprite: names of files in `content/pictures`. */
export const smallPictureNames = ['logo', 'flag-ar', 'flag-en'] as const;

export type SmallPictureName = (typeof smallPictureNames)[number];

export type IconName = (typeof iconNames)[number] | `brand-${(typeof brandNames)[number]}`;
