/** The icons of the sprite, by their names at Lucide. */
export const iconNames = [
  'camera',
  'circle-alert',
  'circle-check',
  'file-text',
  'languages',
  'mail',
  'message-circle',
  'phone',
  'trash-2',
] as const;

export type IconName = (typeof iconNames)[number];
