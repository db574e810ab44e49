/** The icons of the sprite, by their names at Lucide. */
export const iconNames = [
  'arrow-right',
  'camera',
  'chevron-down',
  'circle-alert',
  'circle-check',
  'file-text',
  'languages',
  'mail',
  'message-circle',
  'phone',
  'trash-2',
  'x',
] as const;

export type IconName = (typeof iconNames)[number];
