ALTER TABLE "alert_log" ADD COLUMN "is_from_candles" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_part" ADD COLUMN "from_candles" boolean[];