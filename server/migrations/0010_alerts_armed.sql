DROP INDEX "alert_armed";--> statement-breakpoint
CREATE INDEX "alert_armed" ON "alert" USING btree ("partition","id") WHERE "alert"."is_open" and "alert"."deleted_at" is null;