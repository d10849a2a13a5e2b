export interface SupportProps {
  isOpen: boolean;
  onClose(): void;
  isSimulated: boolean;
}
