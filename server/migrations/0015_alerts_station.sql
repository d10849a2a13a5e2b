ALTER TABLE "alert_log" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
-- The log is the station: what stood beside it in the outbox moves into it.
UPDATE "alert_log" l SET "read_at" = d."acknowledged_at" FROM "alert_delivery" d WHERE d."log_id" = l."id" AND d."channel" = 4 AND d."acknowledged_at" IS NOT NULL;--> statement-breakpoint
DELETE FROM "alert_delivery" WHERE "log_id" IS NOT NULL AND "channel" = 4;
